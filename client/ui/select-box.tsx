import classes from './table.module.css'

type Props = { label: string; isChecked: boolean; isMixed?: boolean; onToggle: () => void }

/** A table's checkbox: a native one, because hundreds of them are drawn at once, with a target larger than itself. */
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
