import { Fieldset, Text } from '@mantine/core'
import { useId, useState, type ReactNode } from 'react'
import { ChoiceLine } from './choice-line.tsx'
import { containsText } from './contains-text.ts'
import { StoreSearch, wantsSearch } from './store-search.tsx'
import classes from './check-list.module.css'

type Props<Value extends string> = {
  legend: string
  choices: readonly { value: Value; label: string }[]
  chosen: readonly Value[]
  onChoose: (values: Value[]) => void
  hint?: string
  mistake?: ReactNode
  /** The choices are stores. A long list of them gets a search. */
  areStores?: boolean
  /** Shown before the choices. */
  children?: ReactNode
}

/** A multiple choice with checkboxes. */
export function CheckList<Value extends string>({
  legend,
  choices,
  chosen,
  onChoose,
  hint,
  mistake,
  areStores = false,
  children,
}: Props<Value>) {
  const toggle = (value: Value) => onChoose(chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value])
  const note = useId()
  const [typed, setTyped] = useState('')
  const found = choices.filter(({ label }) => containsText(label, typed))
  return (
    <Fieldset legend={legend} mt="md" aria-describedby={note}>
      {areStores && wantsSearch(choices.length) && <StoreSearch value={typed} onType={setTyped} />}
      {children}
      <div className={classes.choices}>
        {found.map(({ value, label }) => (
          <ChoiceLine
            key={value}
            label={label}
            isChecked={chosen.includes(value)}
            onToggle={() => toggle(value)}
            aria-invalid={Boolean(mistake)}
          />
        ))}
        {found.length === 0 && choices.length > 0 && 'No matches'}
      </div>
      <Text id={note} role="status" size="sm" c={mistake ? 'var(--mantine-color-error)' : 'dimmed'} mt={6}>
        {mistake ?? hint}
      </Text>
    </Fieldset>
  )
}
