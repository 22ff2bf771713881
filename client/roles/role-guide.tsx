import { Anchor, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { Role } from '#shared/profile.ts'
import { RoleBadge } from './role-badge.tsx'
import classes from './roles.module.css'
import { Dialog } from '#client/ui/dialog.tsx'

/** A link that explains the roles. */
export function RoleGuide({ roles }: { roles: readonly Role[] }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Anchor component="button" type="button" size="sm" underline="always" onClick={() => setOpen(true)}>
        Which role is right?
      </Anchor>
      {isOpen && (
        <Dialog onClose={close} title="Role Permissions Guide">
          <Text c="dimmed">Choose the right role for your team member</Text>
          <ul className={classes.guide}>
            {roles.map((role) => (
              <li key={role.id}>
                <div className={classes.guideHead}>
                  <RoleBadge role={role} />
                  <Text size="sm" c="dimmed">
                    Level {role.level}
                  </Text>
                </div>
                <Text size="sm">{role.description}</Text>
              </li>
            ))}
          </ul>
          <Group justify="flex-end" mt="lg">
            <Button onClick={close} data-autofocus>
              Got it!
            </Button>
          </Group>
        </Dialog>
      )}
    </>
  )
}
