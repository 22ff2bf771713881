import { partFailed } from '#client/load-part.ts'

const key = 'reloadedBuild'

/**
 * Whether the server now sends a page that starts with other files than `build`. A part that only the network dropped is still there, and
 * a reload would lose what was typed, or leave a blank page.
 */
const isReplaced = (build: string) =>
  fetch('/', { cache: 'no-store' }).then(
    async (page) => page.ok && !(await page.text()).includes(new URL(build).pathname),
    () => false,
  )

/**
 * A new build replaces the files of the build that this page was loaded from. Reloads the page when one is missing and the server has
 * another build, once for each build. After a second failure, the screen shows the error. Without session storage it cannot count, so it
 * never reloads.
 */
export function reloadForMissingParts(build: string): void {
  // When a person leaves the page, pending loads fail. In Safari a reload at that moment would replace the person's navigation.
  let isLeaving = false
  window.addEventListener('beforeunload', () => {
    isLeaving = true
  })
  async function reload() {
    if (isLeaving || !(await isReplaced(build)) || isLeaving) return
    try {
      if (sessionStorage.getItem(key) === build) return
      sessionStorage.setItem(key, build)
    } catch {
      return
    }
    window.location.reload()
  }
  window.addEventListener(partFailed, () => void reload())
}
