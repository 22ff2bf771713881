import { startTransition, useOptimistic } from 'react'
import boxClasses from './box.module.css'
import classes from './table.module.css'

type Props = {
  label: string
  isChecked: boolean
  isMixed?: boolean
  /** `isOn`: what it changes to; `isRange`: Shift was held. */
  onToggle: (isOn: boolean, isRange: boolean) => void
}

/**
 * A table's checkbox. It is native, because a table renders hundreds of them, and its click target is larger than the box. It changes at
 * once, and what follows from it is drawn behind.
 */
export function SelectBox({ label, isChecked, isMixed = false, onToggle }: Props) {
  const [isShown, show] = useOptimistic(isChecked)
  const toggle = (isRange: boolean) =>
    startTransition(() => {
      show(!isShown)
      onToggle(!isShown, isRange)
    })
  return (
    <label className={classes.selectTarget}>
      <input
        type="checkbox"
        className={boxClasses.box}
        aria-label={label}
        checked={isShown}
        // A checkbox changes by a click, also from the keyboard.
        onChange={({ nativeEvent }) => toggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
        ref={(box) => {
          if (box) box.indeterminate = isMixed && !isShown
        }}
      />
    </label>
  )
}
