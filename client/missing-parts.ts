const key = 'reloadedBuild'

/** Whether the server answers. Without a connection, a reload would leave a blank page and lose what was typed. */
const isServerThere = () =>
  fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

/**
 * A new build replaces the files of the build that this page was loaded from. Reloads the page when one is missing although the server
 * answers, once for each build. After a second failure, the screen shows the error. Without session storage it cannot count, so it never
 * reloads.
 */
export function reloadForMissingParts(build: string): void {
  // When a person leaves the page, pending loads fail. In Safari a reload at that moment would replace the person's navigation.
  let isLeaving = false
  window.addEventListener('beforeunload', () => {
    isLeaving = true
  })
  async function reload() {
    if (isLeaving || !(await isServerThere()) || isLeaving) return
    try {
      if (sessionStorage.getItem(key) === build) return
      sessionStorage.setItem(key, build)
    } catch {
      return
    }
    window.location.reload()
  }
  window.addEventListener('vite:preloadError', () => void reload())
}
