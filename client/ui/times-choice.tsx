import { useId, useState } from 'react'
import type { Times } from '#shared/list-layout.ts'
import { ChoiceLine } from './choice-line.tsx'
import classes from './sort-menu.module.css'

const zones: Record<Times, string> = { store: "Each store's time zone", local: "This machine's time zone" }

/** Whose time zone the times of a list are in. Keeps what was chosen, because the person's layout arrives a moment after the click. */
export function TimesChoice({ times, onTimes }: { times: Times; onTimes: (times: Times) => void }) {
  const name = useId()
  const [chosen, setChosen] = useState(times)
  const choose = (value: Times) => {
    setChosen(value)
    onTimes(value)
  }
  return (
    <fieldset className={classes.options}>
      <legend className={classes.legend}>Times</legend>
      {(['store', 'local'] as const).map((value) => (
        <ChoiceLine key={value} type="radio" name={name} label={zones[value]} isChecked={value === chosen} onToggle={() => choose(value)} />
      ))}
    </fieldset>
  )
}
