import { Button, Fieldset, Group, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { useViewer } from '#client/session/viewer.ts'
import { Notice } from '#client/ui/notice.tsx'
import type { Action } from '#shared/access.ts'
import type { Role } from '#shared/profile.ts'
import { newAssignment, without, type AssignmentDraft } from './assignment-draft.ts'
import { AssignmentRow } from './assignment-row.tsx'
import { RoleGuide } from './role-guide.tsx'

type Props = {
  assignments: readonly AssignmentDraft[]
  /** The action by which the roles are given. */
  action: Action
  /** The roles to choose from. */
  roles: readonly Role[]
  mistake: ReactNode
  /** The message for somebody who removes the last assignment. */
  needed: string
  onChange: (assignments: readonly AssignmentDraft[]) => void
}

/** The role assignments of a person or a service account. There is always at least one. */
export function AssignmentsField({ assignments, action, roles, mistake, needed, onChange }: Props) {
  const [alerted, setAlerted] = useState<string>()
  const viewer = useViewer()
  function remove(key: string) {
    const left = without(assignments, key)
    if (left) onChange(left)
    else setAlerted(needed)
  }
  return (
    <Fieldset legend="Role Assignments" mt="lg">
      <Stack gap="md">
        {assignments.map((assignment, index) => (
          <AssignmentRow
            key={assignment.key}
            name={`Assignment ${index + 1}`}
            assignment={assignment}
            action={action}
            roles={roles}
            onChange={(changed) => onChange(assignments.map((other) => (other.key === changed.key ? changed : other)))}
            onRemove={() => remove(assignment.key)}
          />
        ))}
      </Stack>
      <Group justify="space-between" mt="md">
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} />}
          onClick={() => onChange([...assignments, newAssignment(viewer, action)])}
        >
          Add role
        </Button>
        <RoleGuide roles={roles} />
      </Group>
      {mistake && (
        <Text role="alert" size="sm" c="var(--mantine-color-error)" mt="sm">
          {mistake}
        </Text>
      )}
      {alerted && <Notice title="Role Assignments" sentence={alerted} onClose={() => setAlerted(undefined)} />}
    </Fieldset>
  )
}
