import { TextInput, type TextInputProps } from '@mantine/core'

/** A field for a one-time code. Phones and password managers can fill it in. It accepts letters, because recovery codes have them. */
export const CodeField = (props: Omit<TextInputProps, 'type'>) => (
  <TextInput autoComplete="one-time-code" autoCapitalize="off" spellCheck={false} {...props} />
)
