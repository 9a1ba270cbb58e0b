"""What the environment calls those as whom GitHub is asked, where errors of this room name it."""

APP_ID = "VLLM_DIGEST_APP_ID"
PRIVATE_KEY = "VLLM_DIGEST_APP_PRIVATE_KEY"
INSTALLATION_ID = "VLLM_DIGEST_APP_INSTALLATION_ID"
APP = f"the App of {APP_ID}"
TOKEN = "GITHUB_TOKEN"
