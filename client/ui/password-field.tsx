import { PasswordInput, type PasswordInputProps } from '@mantine/core'

/** "Access token" becomes "access token", for the middle of a sentence. Abbreviations keep their capitals. */
const inSentence = (label: string) => label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())

/** A field that hides its input until its button is pressed. The button's name includes the field's label. */
export const PasswordField = ({ label, ...props }: PasswordInputProps & { label: string }) => (
  <PasswordInput label={label} visibilityToggleButtonProps={{ 'aria-label': `Show ${inSentence(label)}`, tabIndex: 0 }} {...props} />
)
