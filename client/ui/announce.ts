let region: HTMLElement | undefined

function makeRegion(): HTMLElement {
  const made = document.createElement('div')
  made.role = 'status'
  made.className = 'announced'
  document.body.append(made)
  return made
}

/** Makes screen readers announce a change that is only visible. */
export function announce(sentence: string): void {
  region ??= makeRegion()
  region.textContent = sentence
}
