let region: HTMLElement | undefined

function makeRegion(): HTMLElement {
  const made = document.createElement('div')
  made.role = 'status'
  made.className = 'announced'
  document.body.append(made)
  return made
}

/** Has screen readers say what has happened, where the screen shows it by a change alone. */
export function announce(sentence: string): void {
  region ??= makeRegion()
  region.textContent = sentence
}
