const key = 'reloadedBuild'

/**
 * A new build takes the place of the parts of the one that this page came from. Loads the page again where one of them is missing, once
 * for each build: a second failure is told by the screen. Without site data nothing could count, and nothing is loaded again.
 */
export function reloadForMissingParts(build: string): void {
  window.addEventListener('vite:preloadError', () => {
    try {
      if (sessionStorage.getItem(key) === build) return
      sessionStorage.setItem(key, build)
    } catch {
      return
    }
    window.location.reload()
  })
}
