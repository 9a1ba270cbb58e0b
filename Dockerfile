# The Action, the Lambda and the command line in one image; handler/__main__.py tells which of them it is to be.
FROM python:3.13-slim AS build

# The locked releases, each held against its hash. Wheels only: nothing is compiled by tools that no hash vouches for.
COPY requirements.txt /build/
RUN python -m pip install --no-cache-dir --no-compile --disable-pip-version-check --root-user-action ignore \
        --require-hashes --only-binary :all: --prefix /install --requirement /build/requirements.txt

# What nothing here can reach (tests/image asks for what has to stay):
#   bin            commands of the libraries
#   hf_xet         fetches from a hub. Nothing is fetched: tokenizers come inside litellm's package
#   litellm/proxy  the web pages and API descriptions of a server that is not started. Its modules stay, since others name them
#   botocore/data  descriptions of services that neither this program, boto3's ways to sign in, nor litellm's models on AWS call
# Then all is compiled, since a Lambda cannot write and would compile anew at each start. The compiled files are not
# held against the sources' times, which change on their way between layers. The proxy's modules never run.
RUN cd /install/lib/python3.13/site-packages \
    && rm -rf /install/bin hf_xet hf_xet-*.dist-info \
        litellm/proxy/_experimental/out litellm/proxy/swagger litellm/proxy/_lazy_openapi_snapshot.json \
    && find botocore/data -mindepth 1 -maxdepth 1 -type d \
        ! -name bedrock ! -name bedrock-runtime ! -name s3 ! -name sagemaker-runtime ! -name secretsmanager \
        ! -name signin ! -name ssm ! -name sso ! -name sso-oidc ! -name sts -exec rm -rf {} + \
    && python -m compileall -q -j 0 --invalidation-mode unchecked-hash -x '/litellm/proxy/' . \
    && chmod -R a+rX /install

# Laid out as in the wheel, whose build backend is not needed in here then.
COPY digest /program/lib/python3.13/site-packages/digest
COPY templates /program/lib/python3.13/site-packages/digest/templates
COPY handler /program/lib/python3.13/site-packages/handler
COPY LICENSE /program/share/licenses/vllm-digest/LICENSE
RUN python -m compileall -q -j 0 --invalidation-mode unchecked-hash /program && chmod -R a+rX /program


FROM python:3.13-slim

LABEL org.opencontainers.image.title="vllm-digest" \
      org.opencontainers.image.description="One page a day for a busy GitHub repository: exact counts, verified sentences, quiet publishing" \
      org.opencontainers.image.licenses="MIT"

# The base has Python's own modules uncompiled. Nothing is installed from here on, so pip goes.
RUN python -m compileall -q -j 0 --invalidation-mode unchecked-hash \
        -x '/(site-packages|test|idlelib|tkinter|turtledemo|ensurepip|pydoc_data)/' /usr/local/lib/python3.13 \
    && python -m pip uninstall --yes --quiet --root-user-action ignore pip \
    && rm -rf /usr/local/lib/python3.13/ensurepip /root/.cache

# What changes seldom comes first: a new version of the program is a small layer.
COPY --from=build /install /usr/local
COPY --from=build /program /usr/local

# SAFEPATH: the working folder is somebody's checkout on a runner, and a `digest/` or `yaml.py` in it must not be imported.
# NOUSERSITE: nor what lies in the home that a runner mounts.
ENV PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONSAFEPATH=1 \
    PYTHONNOUSERSITE=1 \
    LITELLM_LOCAL_MODEL_COST_MAP=True

# For a folder that is mounted there. A runner starts in /github/workspace instead, and as root, hence no USER.
WORKDIR /work

# No shell: it would drop the inputs with a hyphen from the environment.
ENTRYPOINT ["python", "-m", "handler"]
