import type { ComponentProps } from 'react'
import boxClasses from './box.module.css'
import classes from './choice-line.module.css'

type Props = Pick<ComponentProps<'input'>, 'name' | 'disabled' | 'aria-describedby' | 'aria-invalid'> & {
  type?: 'checkbox' | 'radio'
  label: string
  isChecked: boolean
  onToggle: (isOn: boolean) => void
}

/** One choice in a list: a native checkbox or radio button. The whole line is clickable. */
export function ChoiceLine({ type = 'checkbox', label, isChecked, onToggle, ...input }: Props) {
  return (
    <label className={classes.line}>
      <input
        {...input}
        className={boxClasses.box}
        type={type}
        checked={isChecked}
        onChange={({ currentTarget }) => onToggle(currentTarget.checked)}
      />
      {label}
    </label>
  )
}
