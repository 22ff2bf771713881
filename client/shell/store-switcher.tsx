import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconBuildingStore, IconSelector } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { cache } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { switchStore, useChosenStore } from '#client/session/chosen-store.ts'
import { LoadFailure } from '#client/ui/load-failure.tsx'
import { StoreMark } from '#client/ui/store-mark.tsx'
import { StorePicker } from '#client/ui/store-picker.tsx'
import { StoreStateWord } from '#client/ui/store-state-word.tsx'
import { messages } from '#shared/messages.ts'
import type { ChosenStore } from '#shared/profile.ts'
import { useReadableStores } from './readable-stores.ts'
import { useScreenStores } from './store-here.ts'
import classes from './store-switcher.module.css'

/** The stores that the viewer can work in. They are fetched when the list opens, unless the screen's loader provides them. */
function useWorkStores(isOpen: boolean) {
  const ofScreen = useScreenStores()
  const { all, error, retry } = useReadableStores(isOpen && !ofScreen)
  return { stores: ofScreen?.stores ?? all, error, retry }
}

type Shown = { one: ChosenStore | null; text: string }

function shownOn(screen: ReturnType<typeof useScreenStores>, chosen: ChosenStore | null): Shown {
  const [first = chosen, ...others] = screen?.shown ?? []
  if (others.length === 0) return { one: first, text: first?.name ?? 'Choose a store' }
  const count = others.length + 1
  return { one: null, text: count === screen?.stores.length ? 'All stores' : `${count} stores` }
}

/** Whether Alt and S are pressed. It compares `code`, because on a Mac this combination types a special character. */
const opensList = ({ altKey, ctrlKey, metaKey, code }: KeyboardEvent) => altKey && !ctrlKey && !metaKey && code === 'KeyS'

/** The store that the person works in on all screens, with a list to switch to another. */
export function StoreSwitcher({ onChosen }: { onChosen: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const { stores, error, retry } = useWorkStores(isOpen)
  const { one, text } = shownOn(useScreenStores(), useChosenStore())
  const router = useRouter()
  function open(isWanted: boolean) {
    setOpen(isWanted)
    // Stores may have been changed in another session. The loaders of some screens have stores as well.
    if (isWanted) void cache.stores.list.invalidate().then(() => router.invalidate())
  }
  useWindowEvent('keydown', (event) => {
    // The shortcut is off while a dialog is open.
    if (!opensList(event) || document.querySelector('[aria-modal="true"]')) return
    event.preventDefault()
    open(true)
  })
  return (
    <StorePicker
      stores={stores}
      failure={error && <LoadFailure title={messages.stores.loadFailed} sentence={say(error)} retry={retry} />}
      chosenId={one?.id ?? null}
      onChoose={(store) => {
        if (store) switchStore(store)
        onChosen()
      }}
      isOpen={isOpen}
      onOpen={open}
    >
      <UnstyledButton
        className={classes.switcher ?? ''}
        aria-keyshortcuts="Alt+S"
        title="Switch store (Alt+S)"
        onClick={() => open(!isOpen)}
      >
        {one ? <StoreMark {...one} /> : <IconBuildingStore size={20} stroke={1.75} aria-hidden />}
        <span className={classes.words}>
          <VisuallyHidden>Current store: </VisuallyHidden>
          <span className={classes.name}>{text}</span>
          {one && <StoreStateWord state={one.state} />}
        </span>
        <IconSelector size={16} stroke={1.75} aria-hidden />
      </UnstyledButton>
    </StorePicker>
  )
}
