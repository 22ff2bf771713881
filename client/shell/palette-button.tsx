import { UnstyledButton } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { lazyBehind } from '#client/ui/lazy-behind.ts'
import { isMac, isModKey, modKey } from '#client/ui/mod-key.ts'
import { TypedAhead } from '#client/ui/typed-ahead.tsx'
import classes from './palette-button.module.css'

const Palette = lazyBehind(async () => (await import('#client/palette/palette.tsx')).Palette)

/** Opens the command palette, by a click or by Ctrl and K (on a Mac Cmd and K). `onChosen`: the person has chosen something in it. */
export function PaletteButton({ onChosen }: { onChosen: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const [typedAhead, setTypedAhead] = useState('')
  function open() {
    setTypedAhead('')
    setOpen(true)
  }
  const close = () => setOpen(false)
  useWindowEvent('keydown', (event) => {
    // The shortcut is off while a dialog is open, but closes the palette.
    if (!isModKey(event, 'k') || (!isOpen && document.querySelector('[aria-modal="true"]'))) return
    event.preventDefault()
    if (isOpen) close()
    else open()
  })
  return (
    <>
      <UnstyledButton
        className={classes.button ?? ''}
        aria-haspopup="dialog"
        aria-keyshortcuts={isMac() ? 'Meta+K' : 'Control+K'}
        onClick={open}
      >
        <IconSearch size={18} stroke={1.75} aria-hidden />
        <span className={classes.words}>Search or jump to…</span>
        <kbd className={classes.key} aria-hidden>
          {modKey('K')}
        </kbd>
      </UnstyledButton>
      {isOpen && (
        <Suspense fallback={<TypedAhead onType={setTypedAhead} onClose={close} />}>
          <Palette typedAhead={typedAhead} onChosen={onChosen} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
