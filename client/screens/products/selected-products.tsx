import { CopyButton } from '#client/ui/copy-button.tsx'

/** What can be done with the selected products, beside their number. */
export const SelectedProducts = ({ ids }: { ids: readonly string[] }) => (
  <CopyButton size="compact-sm" variant="transparent" fw={400} px={4} label="Copy ids" value={ids.join('\n')} />
)
