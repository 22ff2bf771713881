import { useWindowEvent } from '@mantine/hooks'

type Props = { onType: (change: (typed: string) => string) => void; onClose: () => void }

/** Keeps what is typed for a field that is not there yet, or has no focus yet. Nothing else on the screen gets these keys. */
export function TypedAhead({ onType, onClose }: Props) {
  useWindowEvent(
    'keydown',
    (event) => {
      const { key, ctrlKey, altKey, metaKey, isComposing } = event
      if (ctrlKey || altKey || metaKey || isComposing) return
      if (key === 'Escape') onClose()
      else if (key === 'Backspace') onType((typed) => typed.slice(0, -1))
      else if (key.length === 1) onType((typed) => typed + key)
      // It would press the button that has opened the field. There is nothing to choose yet.
      else if (key !== 'Enter') return
      event.preventDefault()
    },
    { capture: true },
  )
  return null
}
