import { createFileRoute } from '@tanstack/react-router';
import { FilesSelectScreen } from '../../features/identity/files-select.screen';
import { mustBe } from '../../guards';

export const Route = createFileRoute('/_app/files-select')({
  beforeLoad: ({ context: { user } }) => mustBe('accountant', user),
  component: FilesSelectScreen,
});
