type Fields = { getInputNode: (path: string) => HTMLElement | null }

/** For the second callback of a form's `onSubmit`: puts the cursor where the first mistake is. */
export const focusFirst = (form: Fields) => (errors: Record<string, unknown>) => {
  const [first] = Object.keys(errors)
  if (first) form.getInputNode(first)?.focus()
}
