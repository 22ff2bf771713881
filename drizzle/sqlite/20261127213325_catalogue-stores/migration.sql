CREATE TABLE `catalogue_stores` (
	`store_id` text PRIMARY KEY,
	`is_on` integer NOT NULL,
	`shop` text,
	`owner` text,
	`lease_until` integer,
	`due_at` integer NOT NULL,
	`rebuild_wanted_at` integer,
	`filled_at` integer,
	`checked_at` integer,
	`changed_at` integer,
	`mark` integer,
	`compared_at` integer,
	`differences` integer,
	`problem` text,
	`failures` integer NOT NULL,
	CONSTRAINT `fk_catalogue_stores_store_id_stores_id_fk` FOREIGN KEY (`store_id`) REFERENCES `stores`(`id`) ON DELETE CASCADE
);
