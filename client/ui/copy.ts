/** The way from before the clipboard had an interface of its own; pages that came without TLS have no other. */
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

/** Puts a text into the clipboard. Answers whether it is there. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyByCommand(text)
  }
}
