"""The model service: what is asked of it, how it is reached, and the gate every call passes.

`model.py` is the interface; `gateway.py` the gate (concurrency, quota, metering); `openai_chat.py`
speaks the Chat Completions format. A provider with parameters of its own is a line in
`providers.py`.
"""
