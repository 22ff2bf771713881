import { untilReached } from '#client/ui/until-reached.ts'
import { lazy, Suspense, type ComponentType } from 'react'

/** A part of the frame that no screen waits for. */
export function inFrame<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Part = lazy(async () => ({ default: await untilReached(load) }))
  return function FramePart(props: Props) {
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    )
  }
}

/** The menu of the viewer's own exports, and their notifications. */
export const LazyPersonal = inFrame(async () => (await import('./personal.tsx')).Personal)

/** Announces on any screen that one of the viewer's exports has finished. */
export const LazyFinishedExports = inFrame(async () => (await import('#client/jobs/finished-exports.tsx')).FinishedExports)

/** The store that the person works in, with a list to switch to another. */
export const LazyStoreSwitcher = inFrame(async () => (await import('./store-switcher.tsx')).StoreSwitcher)

/** The button and the key that open the command palette. */
export const LazyPaletteButton = inFrame(async () => (await import('./palette-button.tsx')).PaletteButton)
