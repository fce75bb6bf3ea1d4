import { createFileRoute } from '@tanstack/react-router';
import { mustBe } from '../../../../platform/guards';

/** Everything below is the administrators' alone. */
export const Route = createFileRoute('/_app/admin')({
  beforeLoad: ({ context: { user } }) => mustBe('admin', user),
});
