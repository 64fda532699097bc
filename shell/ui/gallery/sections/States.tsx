import { Plus, TriangleAlert } from 'lucide-react'
import {
  Button,
  Callout,
  Card,
  ConflictNotice,
  EmptyState,
  ErrorState,
  Skeleton,
  Spinner,
  space,
  VisuallyHidden,
} from '../../src/index.ts'
import { Columns, Row, Section } from '../Section.tsx'

export const States = () => (
  <Section title="States">
    <Columns min={340} stretch>
      <EmptyState
        title="No customers found"
        action={
          <Button tone="primary">
            <Plus size={16} aria-hidden />
            New Customer
          </Button>
        }
      >
        Everybody you work for has a place here: their jobs, invoices and messages.
      </EmptyState>
      <ErrorState title="The invoices could not be loaded" onRetry={() => {}}>
        Everything you saved is safe.
      </ErrorState>
    </Columns>
    <Callout
      icon={<TriangleAlert size={16} aria-hidden />}
      title="You already have appointments at this time"
    >
      9:00 AM to 11:00 AM: Fence repair, Ada Lovelace
    </Callout>
    <ConflictNotice
      form={{
        conflicts: [{ name: 'phone', theirs: '(919) 555-0199' }],
        updated: ['address'],
        resolve: () => {},
      }}
      labels={{ phone: 'Phone', address: 'Address' }}
    />
    <Card>
      <div css={{ display: 'grid', gap: space(3) }}>
        <Skeleton width="40%" height={20} />
        <Skeleton />
        <Skeleton width="80%" />
      </div>
    </Card>
    <Row>
      <Spinner label="Loading" />
      <Spinner size={24} label="Loading more" />
      <VisuallyHidden>Only read out</VisuallyHidden>
    </Row>
  </Section>
)
