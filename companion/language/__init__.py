"""Text that both sides need, pure: phrases, translations, tokens, pinyin, numbers."""
