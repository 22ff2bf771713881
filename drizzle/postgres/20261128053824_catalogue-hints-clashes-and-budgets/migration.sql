CREATE TABLE "catalogue_hints" (
	"store_id" text,
	"product_id" text,
	"mark" text NOT NULL,
	"changed_at" timestamp(3) with time zone,
	"at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "catalogue_hints_pkey" PRIMARY KEY("store_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "ignored_clash_stores" (
	"clash_id" text,
	"store_id" text,
	CONSTRAINT "ignored_clash_stores_pkey" PRIMARY KEY("clash_id","store_id")
);
--> statement-breakpoint
CREATE TABLE "ignored_clashes" (
	"id" text PRIMARY KEY,
	"by" text NOT NULL,
	"code" text NOT NULL,
	"kind" text NOT NULL,
	"reason" text NOT NULL,
	"user_id" text,
	"at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shop_budgets" (
	"shop" text PRIMARY KEY,
	"version" bigint NOT NULL,
	"state" jsonb,
	"used_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "catalogue_stores" ADD COLUMN "webhooks" text;--> statement-breakpoint
ALTER TABLE "catalogue_stores" ADD COLUMN "webhook_problem" text;--> statement-breakpoint
ALTER TABLE "catalogue_stores" ADD COLUMN "webhooks_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "catalogue_stores" ADD COLUMN "heard_at" timestamp(3) with time zone;--> statement-breakpoint
CREATE INDEX "ignored_clash_stores_store" ON "ignored_clash_stores" ("store_id");--> statement-breakpoint
CREATE INDEX "ignored_clashes_code" ON "ignored_clashes" ("by","code");--> statement-breakpoint
ALTER TABLE "catalogue_hints" ADD CONSTRAINT "catalogue_hints_store_id_stores_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "ignored_clash_stores" ADD CONSTRAINT "ignored_clash_stores_clash_id_ignored_clashes_id_fkey" FOREIGN KEY ("clash_id") REFERENCES "ignored_clashes"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "ignored_clash_stores" ADD CONSTRAINT "ignored_clash_stores_store_id_stores_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "ignored_clashes" ADD CONSTRAINT "ignored_clashes_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL;