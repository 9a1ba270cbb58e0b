"""Finds what was written to a model instead of to people, so that no model gets to read it.

A prompt fences what people wrote, and code checks what a model makes of it; this is the third wall. A comment that
gives orders to a model is left out, and of a body that does, only what stands before the order is shown, in a call of
its own. When in doubt something is left out: the thread can be told without it.
"""

from __future__ import annotations

import re
import unicodedata

LEFT_OUT = "[…]"

_WHOM = (
    r"(?:ai|llms?|(?:language |large )?models?|chat ?bots?|bots?|assistants?|summari[sz]ers?|agents?|gpt|claude"
    r"|digests?"
    r"|(?:report|summary) (?:writers?|generators?))"
)
_ORDERS = re.compile(
    # What was said before shall not count.
    r"\b(?:ignore|disregard|forget|override|bypass|discard)\b.{0,30}\b(?:instructions?|rules|guidelines"
    r"|directions|orders)\b"
    r"|\b(?:ignore|disregard|forget|override|discard)\b.{0,20}\b(?:previous|prior|system|above|earlier|your)\b.{0,12}"
    r"\b(?:prompts?|messages?|context|text|content|data|task)\b"
    r"|\b(?:ignore|disregard|forget)\b (?:all|everything|anything)\b.{0,20}\b(?:above|before|previous|prior"
    r"|earlier|told)\b"
    r"|\b(?:new|updated|additional|hidden|secret|special|important) (?:system )?(?:instructions?|directives?)\b"
    # Somebody is addressed who is no reader of the thread.
    rf"|\b(?:note|message|instructions?|dear|hey|hello|hi)\b *(?:to|for|:|,|!)? *(?:the "
    rf"|any |all |every )?"
    rf"{_WHOM}\b *(?:reading\b.{{0,20}})?[:,.!—-]"
    r"|\battention\b *[:,!]? *(?:all |any )?(?:ai|llms?|bots?|assistants?|agents?|summari[sz]ers?)\b"
    r"|\bto (?:the |any |all )?(?:ai|llms?|assistants?|summari[sz]ers?|digests?|report (?:writers?|generators?))\b *:"
    r"|\byour (?:new |real |actual |only )?(?:task|job|goal|role|instructions?) (?:is|are|now)\b"
    r"|\bfrom now on\b.{0,20}\b(?:you|end|start|begin|write|say|answer)\b"
    r"|\b(?:begin|start|end|finish|prefix)\b.{0,16}\b(?:your|each|every) (?:repl|answer|output|response|summar"
    r"|report|sentence"
    r"|claim|digest)"
    r"|\b(?:note|message|instructions?) (?:to|for) .{0,40}\b(?:summari[sz]\w+|reports? (?:on|about) this"
    r"|reads? this)\b"
    rf"|\bif you(?:'re| are) (?:an? |the )?{_WHOM}\b|\bas an? (?:ai|llm|language model)\b"
    r"|\byou are (?:now|no longer)\b|\byou are an? (?:ai|llm|helpful|language model|pirate)\b"
    r"|\b(?:act|behave|respond|pretend|roleplay)\b (?:as|like|that) .{0,30}\b(?:admin\w*|developer|root|dan|ai"
    r"|pirate|maintainer)\b"
    r"|\bwhen (?:you )?(?:summari[sz]|translat)\w*\b|\bwhen you (?:report|write|generate|process|read)\b"
    r"|\b(?:say|state|claim|declare|announce|report|tell|write|mark)\b.{0,60}\b(?:is|was|are|were|as"
    r"|has been)\b.{0,20}"
    r"\b(?:merged|resolved|approved|safe)\b"
    # The form of an answer is ordered, or what it holds.
    r"|\b(?:reply|respond|answer)\b.{0,24}\b(?:only|exactly|verbatim|with (?:the|a|this|just|exactly)\b)"
    r"|\b(?:output|print|write|say|repeat|echo|return)\b.{0,12}\b(?:the (?:following|words?|text|json|sentence)"
    r"|verbatim|nothing but"
    r"|this (?:json|exactly|sentence))\b"
    r"|\b(?:add|include|insert|append|put|mention|publish|write)\b.{0,60}\b(?:in|to|into|of) (?:the|your|every"
    r"|all|this|each) "
    r"(?:\w+ )?(?:summary|summaries|report|digest|output|answer|page|claims?|sections?)\b"
    r"|\b(?:do not|don't|never) (?:mention|tell|reveal|summari[sz]e)\b"
    r"|\b(?:jailbreak|prompt injection|developer mode|dan mode|system override|admin override)\b"
    r""
    r"|\b(?:reveal|leak|exfiltrate)\b.{0,30}\b(?:prompt|keys?|secrets?|credentials?)\b"
    r"|\b(?:decode|base64)\b.{0,40}\b(?:follow|obey|execute|do what|instructions?)\b",
    re.IGNORECASE,
)
_CHINESE = re.compile(
    r"(?:忽略|无视|忘记|忘掉|不要理会|不必理会|覆盖|跳过|绕过).{0,14}(?:指令|指示|提示词|规则)"
    r"|(?:忽略|无视|忘记|忘掉|不要理会)(?:掉)?(?:以上|之前|上述|前面|先前)的?(?:所有|全部|一切)?的?(?:内容|要求|消息|话|设定)"
    r"|(?:以上|之前|上述|先前|原有).{0,6}(?:指令|指示|提示词|规则|要求).{0,6}(?:作废|无效|取消|失效)"
    r"|(?:新的|最新|以下|隐藏|特殊)(?:系统)?(?:指令|指示)|系统(?:提示|消息|指令|覆盖)\s*[:：]"
    r"|(?:你|您)(?:现在|从现在起)?(?:是|将扮演|要扮演|已经?是)(?:一个|一名|名)?.{0,8}(?:AI|助手|模型|机器人|管理员|海盗)"
    r"|(?:请|将|要)扮演|(?:你|您)的(?:新)?任务(?:是|变)|从现在(?:开始|起).{0,6}(?:你|请|只|必须)"
    r"|(?:作为|致|各位|告诉|请)\s*(?:一个|一名)?\s*(?:AI|人工智能|大模型|语言模型|助手|机器人)|给\s*(?:AI|大?模型|助手|机器人)\s*的"
    r"|(?:总结|摘要|汇总|报告|日报|翻译).{0,8}(?:时|中|里|的时候|末尾|开头).{0,6}(?:请|必须|务必)"
    r"|(?:请|必须|务必)在.{0,10}(?:总结|摘要|汇总|报告|日报|回答|回复|翻译)"
    r"|(?:必须|务必|请|并)(?:只|仅)?(?:输出|写上|写明|写入|写道|声称|宣布)|(?:只能|只需|请只|请仅|务必)(?:输出|回答|回复|返回)"
    r"|(?<![必])只(?:输出|回答|回复)|(?:输出|回复|返回|打印)(?:以下|如下|下列|这句|这段)(?:内容|文字|话|句子)"
    r"|(?:请|把|将).{0,24}(?:日报|摘要|总结|汇总)(?:中|里|的|[。！])|(?:不要|不得|禁止)(?:提及|提到|写出|总结)"
    r"|(?:解码|base64).{0,20}(?:执行|照做|遵照|指令)"
    # In other languages what was said before shall not count either.
    r"|指示.{0,6}無視|無視.{0,10}指示|지시.{0,8}무시|무시.{0,8}지시|\bignor\w+\b.{0,30}\binstru[ckz]\w+|игнорируй\w*",
    re.IGNORECASE,
)
# Turns of a conversation, our own fence, and an answer of ours ready-made.
_SECOND_PERSON = r"(?:you|your|ignore|must|rules?|answer|say|word|respond|instructions?)\b"
_TURNS = re.compile(
    r"<\|?/?(?:im_start|im_end|system|user|assistant|endoftext|eot_id|start_header_id|end_header_id"
    r"|instructions?|prompt)\|?>"
    r"|\[/?INST\]|<</?SYS>>|\"role\"\s*:\s*\""
    rf"|^[\W_]*(?:system|assistant|developer|human)\b *(?::|\]|：|\n)[^\n]{{0,80}}\b{_SECOND_PERSON}"
    rf"|^#{{2,}} *(?:system|instructions?)\b[^\n]*\n+[^\n]{{0,80}}\b{_SECOND_PERSON}"
    r"|\bsystem (?:note|prompt|message|turn|override|instruction)s?\b[^\n]{0,30}[:：]"
    r"|^\W*-{2,} *(?:end(?: of)?|begin|start)?.{0,12}\bdata\b|\bend of (?:the )?(?:user |untrusted )?(?:data"
    r"|input|content|context)\b"
    r"|\"claims\"\s*:|\"evidence\"\s*:|\[\[(?:#|@|count:|quote:)",
    re.IGNORECASE | re.MULTILINE,
)
_SHORT_CODE = re.compile(r"`[^`\n]{1,40}`")
# A word of letters that only look alike is written to get past a reader.
_DISGUISED = re.compile(r"\b(?=\w*[A-Za-z])(?=\w*[\u0400-\u052f\u0391-\u03a1\u03bd\u03bf])[\w]{3,}")
# Text that nobody reads: long runs of base64, hexadecimal, percent codes, bits.
_ENCODED = re.compile(
    r"(?<![\w/+.-])(?=[A-Za-z0-9+/_-]*[0-9])(?=[A-Za-z0-9+/_-]*[A-Z])(?=[A-Za-z0-9+/_-]*[a-z])[A-Za-z0-9+/]{32,}={0,2}(?![\w/.-])"
    r"|(?<![\w/+])[A-Za-z0-9+/]{20,}={1,2}(?![\w=])"
    r"|\b(?:[0-9A-Fa-f]{2}[ :]){16,}|\b[0-9A-Fa-f]{48,}\b|(?:%[0-9A-Fa-f]{2}){8,}|(?:\\[ux][0-9A-Fa-f]{2,4}){6,}"
    r"|(?:&#x?[0-9A-Fa-f]+;){6,}|\b(?:[01]{8}[ ]?){6,}"
)
_SENTENCE = re.compile(r"[^\n]*?(?:[.!?](?=\s)|[。！？；](?!\n)|\n|$)")


def gives_orders(text: str) -> bool:
    """Whether something in the text is meant for a model."""
    told = _plain(text)
    if any(pattern.search(told) for pattern in (_ORDERS, _CHINESE, _DISGUISED)):
        return True
    return bool(_TURNS.search(_SHORT_CODE.sub("``", told)))


def without_encoded(text: str) -> str:
    """The text without long runs that only a machine reads."""
    return _ENCODED.sub(LEFT_OUT, text)


def until_orders(text: str) -> str:
    """The text up to the first sentence that is meant for a model: what follows an order belongs to it."""
    if not gives_orders(text):
        return text
    kept = ""
    for found in _SENTENCE.finditer(text):
        if gives_orders(found[0]) or gives_orders(kept + found[0]):
            break
        kept += found[0]
    return f"{kept.rstrip()} {LEFT_OUT}".strip()


def _plain(text: str) -> str:
    """The text as it is meant to be read: full-width and styled letters are plain ones, spaced ones are a word."""
    told = unicodedata.normalize("NFKC", text)
    return re.sub(r"\b(?:[A-Za-z][ .\-_*]){4,}[A-Za-z]\b", lambda found: re.sub(r"[ .\-_*]", "", found[0]), told)
