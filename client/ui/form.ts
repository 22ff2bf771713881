type Fields = { getInputNode: (path: string) => HTMLElement | null }

/** For the second callback of a form's `onSubmit`: focuses the first invalid field. */
export const focusFirst = (form: Fields) => (errors: Record<string, unknown>) => {
  const [first] = Object.keys(errors)
  if (first) form.getInputNode(first)?.focus()
}
