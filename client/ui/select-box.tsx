import boxClasses from './box.module.css'
import classes from './table.module.css'

type Props = {
  label: string
  isChecked: boolean
  isMixed?: boolean
  /** `isRange`: Shift was held. */
  onToggle: (isRange: boolean) => void
}

/** A table's checkbox. It is native, because a table renders hundreds of them, and its click target is larger than the box. */
export function SelectBox({ label, isChecked, isMixed = false, onToggle }: Props) {
  return (
    <label className={classes.selectTarget}>
      <input
        type="checkbox"
        className={boxClasses.box}
        aria-label={label}
        checked={isChecked}
        // A checkbox changes by a click, also from the keyboard.
        onChange={({ nativeEvent }) => onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
        ref={(box) => {
          if (box) box.indeterminate = isMixed
        }}
      />
    </label>
  )
}
