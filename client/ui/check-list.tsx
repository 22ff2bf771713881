import { Fieldset, Text } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import { ChoiceLine } from './choice-line.tsx'
import classes from './check-list.module.css'

type Props<Value extends string> = {
  legend: string
  choices: readonly { value: Value; label: string }[]
  chosen: readonly Value[]
  onChoose: (values: Value[]) => void
  hint?: string
  mistake?: ReactNode
  /** Shown before the choices. */
  children?: ReactNode
}

/** A multiple choice with checkboxes. */
export function CheckList<Value extends string>({ legend, choices, chosen, onChoose, hint, mistake, children }: Props<Value>) {
  const toggle = (value: Value) => onChoose(chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value])
  const note = useId()
  return (
    <Fieldset legend={legend} mt="md" aria-describedby={note}>
      {children}
      <div className={classes.choices}>
        {choices.map(({ value, label }) => (
          <ChoiceLine
            key={value}
            label={label}
            isChecked={chosen.includes(value)}
            onToggle={() => toggle(value)}
            aria-invalid={Boolean(mistake)}
          />
        ))}
      </div>
      <Text id={note} role="status" size="sm" c={mistake ? 'var(--mantine-color-error)' : 'dimmed'} mt={6}>
        {mistake ?? hint}
      </Text>
    </Fieldset>
  )
}
