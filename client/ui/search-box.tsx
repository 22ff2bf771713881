import { Button, CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { limits } from '#shared/limits.ts'
import { useReturnFocus } from './return-focus.ts'
import classes from './search-box.module.css'

type Props = {
  label: string
  placeholder: string
  value: string
  onSearch: (text: string) => void
  /** Closes the field. null: it is always there, so that Escape clears it. */
  onCancel: (() => void) | null
  /** The pause in typing after which it searches. */
  pauseMs?: number
  /** Whether an empty field gets the focus: it is open because somebody asked for it. */
  isFocused?: boolean
}

/** A search that starts when typing pauses, or at once on Enter. A change of the search from outside replaces the typed text. */
export function SearchBox({ label, placeholder, value, onSearch, onCancel, pauseMs = limits.searchPauseMs, isFocused = true }: Props) {
  useReturnFocus()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(value)
  const [sent, setSent] = useState(value)
  const [seen, setSeen] = useState(value)
  const [focusesEmpty] = useState(isFocused)
  if (seen !== value) {
    setSeen(value)
    if (value !== sent) setTyped(value)
  }

  // An empty field is focused for typing. A search from the URL is only shown.
  useEffect(() => {
    if (focusesEmpty && input.current?.value === '') input.current.focus()
  }, [focusesEmpty])

  const send = (text: string) => {
    setSent(text)
    onSearch(text)
  }
  const sendLater = useDebouncedCallback(send, pauseMs)
  const sendNow = (text: string) => {
    sendLater.cancel()
    send(text)
  }
  const type = (text: string) => {
    setTyped(text)
    sendLater(text)
  }
  const clear = () => {
    setTyped('')
    sendNow('')
    input.current?.focus()
  }
  const cancel = () => {
    sendLater.cancel()
    onCancel?.()
  }
  const onKeyDown = ({ key, nativeEvent }: KeyboardEvent) => {
    if (key === 'Enter' && !nativeEvent.isComposing) sendNow(typed)
    if (key !== 'Escape' || nativeEvent.isComposing) return
    if (onCancel) cancel()
    else if (typed !== '') clear()
  }

  return (
    <search className={classes.box}>
      <TextInput
        ref={input}
        className={classes.field ?? ''}
        size="sm"
        aria-label={label}
        placeholder={placeholder}
        maxLength={limits.searchLength}
        leftSection={<IconSearch size={16} aria-hidden />}
        // There from the start: the first letter would otherwise wait until the button is drawn.
        rightSection={
          <CloseButton size="sm" aria-label="Clear search" style={typed === '' ? { visibility: 'hidden' } : undefined} onClick={clear} />
        }
        value={typed}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {onCancel && (
        <Button size="sm" variant="subtle" onClick={cancel}>
          Cancel
        </Button>
      )}
    </search>
  )
}
