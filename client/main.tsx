// The first file of the page. It knows what the login screen needs and loads the rest behind it, so that signing in can begin early on a
// slow network.
import '#client/styles.css'
import { createRoot } from 'react-dom/client'
import type * as everything from '#client/all-screens.tsx'
import { showLogin } from '#client/early-login.tsx'
import { keepFocus } from '#client/keep-focus.ts'
import { reloadForMissingParts } from '#client/missing-parts.ts'
import { session } from '#client/session/session.ts'

reloadForMissingParts(import.meta.url)
keepFocus()
// Timers stop while the machine sleeps, so the session is checked when the tab wakes.
document.addEventListener('visibilitychange', () => void session.check())
window.addEventListener('online', () => void session.check())
void session.restore()

const element = document.getElementById('root')
if (!element) throw new Error('index.html has no #root')
const root = createRoot(element)
let screens: Promise<typeof everything> | undefined
// Loaded once, even if that fails: a second attempt would do without the styles that did not arrive in the first.
const allScreens = () => (screens ??= import('#client/all-screens.tsx'))
const shown =
  window.location.pathname === '/login' ? showLogin(root, allScreens) : allScreens().then(({ showAllScreens }) => showAllScreens(root))
// theme.js hears of it and says that the program could not be started.
void shown.catch(reportError)
