import classes from './table.module.css'

type Props = { label: string; isChecked: boolean; isMixed?: boolean; onToggle: () => void }

/** A table's checkbox. It is native, because a table renders hundreds of them, and its click target is larger than the box. */
export function SelectBox({ label, isChecked, isMixed = false, onToggle }: Props) {
  return (
    <label className={classes.selectTarget}>
      <input
        type="checkbox"
        aria-label={label}
        checked={isChecked}
        onChange={onToggle}
        ref={(box) => {
          if (box) box.indeterminate = isMixed
        }}
      />
    </label>
  )
}
