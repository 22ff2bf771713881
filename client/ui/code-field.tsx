import { TextInput, type TextInputProps } from '@mantine/core'

/** A field for a one-time code. Phones and password managers fill it in by themselves; recovery codes have letters in them. */
export const CodeField = (props: Omit<TextInputProps, 'type'>) => (
  <TextInput autoComplete="one-time-code" autoCapitalize="off" spellCheck={false} {...props} />
)
