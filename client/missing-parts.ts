const key = 'reloadedBuild'

/**
 * A new build takes the place of the parts of the one that this page came from. Loads the page again where one of them is missing, once
 * for each build: a second failure is told by the screen. Without site data nothing could count, and nothing is loaded again.
 */
export function reloadForMissingParts(build: string): void {
  // What still loads when the page is left fails, and Safari would then take the reload for the wish of the person who leaves.
  let isLeaving = false
  window.addEventListener('beforeunload', () => {
    isLeaving = true
  })
  window.addEventListener('vite:preloadError', () => {
    if (isLeaving) return
    try {
      if (sessionStorage.getItem(key) === build) return
      sessionStorage.setItem(key, build)
    } catch {
      return
    }
    window.location.reload()
  })
}
