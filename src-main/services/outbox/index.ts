export { createOutbox, type Deliver, type Outbox, type OutboxMessage } from './outbox.ts';
