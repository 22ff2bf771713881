import { PasswordInput, type PasswordInputProps } from '@mantine/core'

/** "Access token" inside a sentence; abbreviations stay as they are. */
const inSentence = (label: string) => label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())

/** A field that hides what is typed, until the button in it, which is named after it, is pressed. */
export const PasswordField = ({ label, ...props }: PasswordInputProps & { label: string }) => (
  <PasswordInput label={label} visibilityToggleButtonProps={{ 'aria-label': `Show ${inSentence(label)}`, tabIndex: 0 }} {...props} />
)
