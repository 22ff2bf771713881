import { Burger } from '@mantine/core'
import { useNetwork, useWindowEvent } from '@mantine/hooks'
import { Outlet } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { changeLayout, useAreKeysOn } from '#client/session/list-layout.ts'
import { useAccess, useSession } from '#client/session/viewer.ts'
import { SingleKeys } from '#client/ui/list-keys.ts'
import { StoreColors } from '#client/ui/store-look.ts'
import { messages } from '#shared/messages.ts'
import { LazyFinishedExports, LazyPersonal } from './lazy-parts.tsx'
import classes from './frame.module.css'
import { Logo } from './logo.tsx'
import { Sidebar } from './sidebar.tsx'
import { useChosenTheme } from './theme.ts'

/** The frame of every signed-in screen. It is remounted when another person's session replaces the current one. */
export function Frame() {
  const userId = useSession().session?.user.id
  const [drawnFor, setDrawnFor] = useState(userId)
  if (userId !== undefined && userId !== drawnFor) setDrawnFor(userId)
  const colors = useAccess().profile?.store_colors ?? noColors
  return (
    <StoreColors value={colors}>
      <FrameOfOne key={drawnFor} />
    </StoreColors>
  )
}

const noColors = {}

function FrameOfOne() {
  const [isOpen, setOpen] = useState(false)
  const { online } = useNetwork()
  const areKeysOn = useAreKeysOn()
  const keys = useMemo(() => ({ areOn: areKeysOn, turn: (areOn: boolean) => changeLayout({ keys: areOn }) }), [areKeysOn])
  useChosenTheme()
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'Escape') setOpen(false)
  })
  return (
    <div className={classes.frame} data-offline={!online}>
      <a className={classes.skip} href="#content">
        Skip to content
      </a>
      <div className={classes.offline} role="status" aria-label="Connection">
        {!online && messages.screen.offline}
      </div>
      <header className={classes.bar}>
        <Burger
          opened={isOpen}
          onClick={() => setOpen(!isOpen)}
          size="sm"
          aria-label={isOpen ? 'Close navigation' : 'Open navigation'}
          aria-expanded={isOpen}
          aria-controls="sidebar"
        />
        <Logo />
        <div className={classes.end}>
          <LazyPersonal />
        </div>
      </header>
      <div className={classes.side} data-open={isOpen}>
        <Sidebar id="sidebar" close={() => setOpen(false)} />
      </div>
      <main id="content" tabIndex={-1} className={classes.main}>
        <SingleKeys value={keys}>
          <Outlet />
        </SingleKeys>
      </main>
      <LazyFinishedExports />
    </div>
  )
}
