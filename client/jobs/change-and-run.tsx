import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { isSettled, type Job } from '#shared/jobs.ts'

/** Opens the export dialog of the job's screen with the job's request. */
export function ChangeAndRun({ job }: { job: Job }) {
  const navigate = useNavigate()
  const { id, type, storeIds } = job
  if (!isSettled(job) || !job.canRun) return null
  const state = { exportLike: id }
  const open = () =>
    type === 'product_export'
      ? navigate({ to: '/products', search: { store: storeIds[0] }, state })
      : navigate({ to: '/orders', search: { stores: storeIds }, state })
  return (
    <Button size="compact-sm" variant="default" leftSection={<IconPencil size={14} aria-hidden />} onClick={() => void open()}>
      Change and run
    </Button>
  )
}
