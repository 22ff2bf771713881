import { Component, type ReactNode } from 'react'
import type { Root } from 'react-dom/client'
import type * as everything from '#client/all-screens.tsx'
import { Appearance } from '#client/appearance.tsx'
import { history } from '#client/history.ts'
import { availability } from '#client/session/availability.ts'
import { session } from '#client/session/session.ts'
import { CentredSpinner } from '#client/ui/spinner.tsx'

type AllScreens = () => Promise<typeof everything>

const spinnerAfterMs = 150

function draw(root: Root, screen: ReactNode) {
  root.render(<Appearance>{screen}</Appearance>)
}

async function loadAgain() {
  await availability.untilAnswered()
  window.location.reload()
}

/** Loads the page again if a part of the login screen could not be loaded. */
class PartsOfLogin extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError = () => ({ hasFailed: true })

  override componentDidCatch() {
    void loadAgain()
  }

  override render() {
    return this.state.hasFailed ? <CentredSpinner /> : this.props.children
  }
}

/** Shows a spinner if something takes long. Returns what stops it. */
function spinMeanwhile(root: Root): () => void {
  const spinner = setTimeout(() => draw(root, <CentredSpinner />), spinnerAfterMs)
  return () => clearTimeout(spinner)
}

/**
 * Shows the login screen before the other screens and what they share are loaded. They are loaded behind it and take over when its address
 * is left. Signed-in people see them at once.
 */
export async function showLogin(root: Root, allScreens: AllScreens): Promise<void> {
  const screen = import('#client/screens/auth/login.tsx').catch(() => null)
  const stopSpinner = spinMeanwhile(root)
  await session.settled()
  const login = session.state().status === 'signedIn' ? null : await screen
  if (login === null) {
    // The router leads a signed-in person to the dashboard. If the login screen could not be loaded, the router says so.
    const { showAllScreens } = await allScreens()
    stopSpinner()
    showAllScreens(root)
    return
  }
  stopSpinner()
  draw(
    root,
    <PartsOfLogin>
      <login.LoginScreen />
    </PartsOfLogin>,
  )
  const stop = history.subscribe(() => {
    stop()
    void takeOver(root, allScreens)
  })
  // A failure is handled when they are needed. Until then the login screen works without them.
  const screens = await allScreens().catch(() => null)
  screens?.loadFilesOf('/dashboard')
}

/** Shows the screen of the new address. If the other screens could not be loaded, the page is loaded again, as soon as the server answers. */
async function takeOver(root: Root, allScreens: AllScreens): Promise<void> {
  const stopSpinner = spinMeanwhile(root)
  const screens = await allScreens().catch(() => null)
  if (screens === null) return loadAgain()
  stopSpinner()
  screens.showAllScreens(root)
}
