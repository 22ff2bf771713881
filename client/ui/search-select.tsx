import { Select, type SelectProps } from '@mantine/core'

type Props = Omit<SelectProps, 'searchable' | 'allowDeselect' | 'selectFirstOptionOnChange' | 'onKeyDown'>

/**
 * A field that chooses one of many options by search. Enter takes the first option that was found.
 * It never submits the form while the options are open, because what was typed is not the field's value yet.
 */
export function SearchSelect(props: Props) {
  return (
    <Select
      {...props}
      searchable
      allowDeselect={false}
      selectFirstOptionOnChange
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.currentTarget.getAttribute('aria-expanded') === 'true') event.preventDefault()
      }}
    />
  )
}
