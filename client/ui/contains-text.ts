const plain = (text: string) => text.normalize('NFC').toLocaleLowerCase('en')

/** Case-insensitive substring search, the same for composed and decomposed letters. */
export const containsText = (text: string, typed: string): boolean => plain(text).includes(plain(typed.trim()))
