/** The older way to copy, for pages without TLS, where the Clipboard API is missing. */
function copyByCommand(text: string): boolean {
  const hand = (event: ClipboardEvent) => {
    event.preventDefault()
    event.clipboardData?.setData('text/plain', text)
  }
  document.addEventListener('copy', hand)
  const isDone = document.execCommand('copy')
  document.removeEventListener('copy', hand)
  return isDone
}

/** Copies a text to the clipboard. Returns whether it worked. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyByCommand(text)
  }
}
