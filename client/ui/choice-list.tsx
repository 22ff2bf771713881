import { Button, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { ChoiceLine } from './choice-line.tsx'
import { containsText } from './contains-text.ts'
import classes from './filter-menu.module.css'

export type Choice = { value: string; label: string }
type Props = {
  label: string
  choices: readonly Choice[]
  chosen: readonly string[]
  isSingle: boolean
  /** Other values can be typed. */
  acceptsTyped?: boolean
  onChoose: (values: string[]) => void
}

/** A limit for rendering. The search finds the rest. */
const shownAtMost = 200

/** Searchable checkboxes, or radio buttons for a single choice. */
export function ChoiceList({ label, choices, chosen, isSingle, acceptsTyped = false, onChoose }: Props) {
  const name = useId()
  const [typed, setTyped] = useState('')
  const known = new Set(choices.map(({ value }) => value))
  const all = [...chosen.filter((value) => !known.has(value)).map((value) => ({ value, label: value })), ...choices]
  const typedValue = typed.trim()
  const isOwn = acceptsTyped && typedValue !== '' && all.every(({ value }) => value !== typedValue)
  const found = [...(isOwn ? [{ value: typedValue, label: typedValue }] : []), ...all.filter((choice) => containsText(choice.label, typed))]
  const toggle = (value: string, isOn: boolean) => {
    if (isSingle) onChoose([value])
    else onChoose(isOn ? [...chosen, value] : chosen.filter((other) => other !== value))
  }

  return (
    <>
      <TextInput
        size="xs"
        aria-label={`Search ${label.toLowerCase()}`}
        placeholder={acceptsTyped ? 'Type, or choose' : 'Search'}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        data-autofocus
      />
      <fieldset className={classes.list} aria-label={label} role={isSingle ? 'radiogroup' : 'group'}>
        {found.slice(0, shownAtMost).map((choice) => (
          <ChoiceLine
            key={choice.value}
            type={isSingle ? 'radio' : 'checkbox'}
            name={name}
            label={choice.label}
            isChecked={chosen.includes(choice.value)}
            onToggle={(isOn) => toggle(choice.value, isOn)}
          />
        ))}
        {found.length === 0 && <div className={classes.note}>No matches</div>}
        {found.length > shownAtMost && <div className={classes.note}>{found.length - shownAtMost} more: type to find them</div>}
      </fieldset>
      <div className={classes.foot}>
        <Button size="compact-sm" variant="subtle" disabled={chosen.length === 0} onClick={() => onChoose([])}>
          Clear
        </Button>
      </div>
    </>
  )
}
