import { Breadcrumb } from '../tree/breadcrumb';
import { FolderActions } from './folder-actions';
import type { FolderViewProps } from './folder-props';
import { SelectionBar } from '../list/selection-bar';
import type { FolderCommands } from './use-folder-commands';
import type { useFolderContent } from '../folder-content.queries';
import classes from './folder-view.module.css';

type Props = Pick<FolderViewProps, 'user' | 'clientId' | 'folderId' | 'actions' | 'onOpen' | 'onTake' | 'onFiles'> & {
  readonly commands: FolderCommands;
  readonly path: ReturnType<typeof useFolderContent>['path'];
  readonly isGone: boolean;
  /** What is done with a selection is not here, but at the thumb. */
  readonly isSelectionBelow: boolean;
};

/** Where one is, and what can be done there. */
export const FolderHead = ({ path, isGone, ...props }: Props) => (
  <header className={classes.header}>
    <Breadcrumb
      path={path ?? []}
      onOpen={props.onOpen}
      onMove={(dropped, id, name) => void props.commands.move(dropped, id, name)}
      onFiles={props.onFiles}
    />
    {!isGone && <Toolbar {...props} />}
  </header>
);

/** What can be done with what is selected. */
export const Selected = ({ commands }: { readonly commands: FolderCommands }) =>
  commands.chosen.length > 0 && (
    <SelectionBar
      entries={commands.chosen}
      actions={commands.possible}
      onItemAction={commands.run}
      onStatus={commands.onStatus}
      onClear={commands.clear}
    />
  );

/** What can be done with what is selected, or else with the folder. */
const Toolbar = ({
  user,
  clientId,
  folderId,
  actions,
  onTake,
  commands,
  isSelectionBelow,
}: Omit<Props, 'path' | 'isGone'>) =>
  commands.chosen.length > 0 && !isSelectionBelow ? (
    <Selected commands={commands} />
  ) : (
    <FolderActions
      {...{ user, clientId, folderId }}
      isReadOnly={commands.isReadOnly}
      onFiles={(dropped) => onTake(dropped, folderId)}
      onNewFolder={() => commands.setDialog('folder')}
      onStructure={() => void actions.createStructure(folderId)}
    />
  );
