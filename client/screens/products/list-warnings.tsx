import { Banner } from '#client/ui/banner.tsx'

/** What there is to be said of the page, such as which products are missing because they cannot be read. */
export const ListWarnings = ({ warnings }: { warnings: readonly string[] }) => (
  <Banner kind="note" mb="xs">
    {warnings.map((warning) => (
      <div key={warning}>{warning}</div>
    ))}
  </Banner>
)
